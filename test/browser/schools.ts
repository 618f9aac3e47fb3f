/** The initial schools of the browser tests' server, each with an administrator. Every test has its own. */
const NAMES = ['Lincoln Elementary', 'Harbor Charter', 'Oak Street School', 'Riverside Primary', 'Hilltop School']

export const SCHOOLS = NAMES.map((name, at) => ({
  name,
  email: `administrator-${at}@school.example`,
  displayName: 'Priya Shah',
  password: 'correct horse',
}))
