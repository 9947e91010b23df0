"""AssessmentSystem: call scripts for the class of ClassEval with this number, whose texts are not ours."""

TOLERANCE = 1e-9
COURSES = ("algebra", "botany", "chess", "drama", "ethics", "french")


def stress_full_year(rng):
    """build_then_query: four hundred students with all courses, then averages and lists over all of them."""
    calls = [("__init__",)]
    names = [f"student {number}" for number in range(400)]
    for name in names:
        calls.append(("add_student", name, rng.randrange(1, 13), rng.choice(("arts", "law", "physics"))))
        calls += [("add_course_score", name, course, rng.randrange(40, 101)) for course in COURSES]
    for step in range(60):
        calls.append(("get_course_average", rng.choice(COURSES)))
        calls.append(("get_gpa", rng.choice(names)))
        if step % 3 == 0:
            calls.append(("get_all_students_with_fail_course",))
    return (calls,)


def stress_scores_that_come_in(rng):
    """interleaved: each new score is followed by a question for the average of its course."""
    calls = [("__init__",)]
    for number in range(500):
        name = f"student {number}"
        calls.append(("add_student", name, 1, "arts"))
        course = rng.choice(COURSES)
        calls += [("add_course_score", name, course, rng.randrange(101)), ("get_course_average", course)]
    return (calls,)
