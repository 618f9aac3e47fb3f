/** The initial schools on the browser tests' server, each with an administrator. Each test has its own school. */
const NAMES = ['Lincoln Elementary', 'Harbor Charter', 'Oak Street School', 'Riverside Primary', 'Hilltop School', 'Maple Street School']

export const SCHOOLS = NAMES.map((name, at) => ({
  name,
  email: `administrator-${at}@school.example`,
  displayName: 'Priya Shah',
  password: 'correct horse',
}))
