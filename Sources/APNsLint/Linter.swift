public import PayloadRules
