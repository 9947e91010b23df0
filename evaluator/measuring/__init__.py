"""What do the yardsticks cost, here and in the ranked environment?"""
