"""ClassRegistrationSystem: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_many_students(rng):
    """build_then_query: five hundred students, each looked for among all before, then lists by major."""
    majors = [f"major {number}" for number in range(12)]
    calls = [("__init__",)]
    for number in range(500):
        calls.append(("register_student", {"name": f"student {number}", "major": rng.choice(majors)}))
    calls += [("get_students_by_major", rng.choice(majors)) for _ in range(60)]
    return (calls,)


def stress_one_popular_class(rng):
    """large_random: a major in which one class is taken by all, and many others by few."""
    calls = [("__init__",)]
    for number in range(400):
        name = f"student {number}"
        calls.append(("register_student", {"name": name, "major": "physics"}))
        calls.append(("register_class", name, "optics"))
        calls.append(("register_class", name, f"seminar {rng.randrange(90)}"))
    return (calls + [("get_most_popular_class_in_major", "physics")] * 5,)
