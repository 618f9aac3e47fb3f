/** The schools that the server of the browser tests begins with, each with its administrator: one for each test. */
const NAMES = ['Lincoln Elementary', 'Harbor Charter', 'Oak Street School', 'Riverside Primary', 'Hilltop School']

export const SCHOOLS = NAMES.map((name, at) => ({
  name,
  email: `administrator-${at}@school.example`,
  displayName: 'Priya Shah',
  password: 'correct horse',
}))
