"""What a selective classifier does with each item of the list, counted by hand."""

from defer_world import GOOD, chosen_in

from budgetplan.plans.answer import course_of


def test_answers_of_which_it_is_sure_are_its_own_and_people_get_the_least_sure_first():
    solution = chosen_in(
        models=(GOOD,), resamples=0, listed=((50, True, 0.9), (30, True, 0.6), (20, True, 0.5))
    )
    course = course_of(solution)
    assert (len(course.answered), course.review, len(course.queue)) == (50, 50, 50)
    assert len(course.answers) == 50
    sure = 1 - course.score[course.queue]
    assert sure.round(3).tolist() == sorted(sure.round(3).tolist())
    assert solution.alone.alone == len(course.answered)


def test_without_a_list_there_is_no_course():
    assert course_of(chosen_in(models=(GOOD,), resamples=0)) is None
