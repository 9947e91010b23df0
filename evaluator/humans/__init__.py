"""Where does a sample lie among the solutions of people?"""
