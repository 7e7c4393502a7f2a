"""Each kind of plan: ranked lists, quotas, models that answer, alone and with people, answerers, plans compared, risk."""
