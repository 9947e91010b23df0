"""JobMarketplace: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_jobs_and_applicants(rng):
    """build_then_query: jobs and resumes whose skills are the same or have nothing in common."""
    skills = [[f"skill {group} {number}" for number in range(4)] for group in range(25)]
    calls = [("__init__",)]
    for number in range(900):
        wanted = rng.choice(skills)
        calls.append(("post_job", f"Job {number} in town{rng.randrange(30)}x", f"Company {number}", wanted))
        calls.append(("submit_resume", f"Person {number}", rng.sample(wanted, 4), "some years"))
    for _ in range(40):
        calls.append(("search_jobs", f"town{rng.randrange(30)}x"))
        job = {"job_title": "A", "company": "B", "requirements": rng.choice(skills)}
        calls.append(("get_job_applicants", job))
    return (calls,)


def stress_last_to_leave(rng):
    """growth_then_shrink: jobs that are removed from the end of the list, where a search for each is longest."""
    jobs = [
        {"job_title": f"Job {number}", "company": f"C{rng.randrange(99)}", "requirements": ["x"]}
        for number in range(900)
    ]
    calls = [("__init__",)]
    calls += [("post_job", job["job_title"], job["company"], job["requirements"]) for job in jobs]
    calls += [("remove_job", job) for job in reversed(jobs)]
    return (calls + [("search_jobs", "job")],)
