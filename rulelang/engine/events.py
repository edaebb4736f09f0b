def after_choice(match):
    return ()
def whole_log(match):
    return []
