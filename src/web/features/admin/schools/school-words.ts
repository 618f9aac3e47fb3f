const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

/** Returns a school's headcount, such as '14 teachers, 2 school administrators'. */
export const peopleOf = ({ teachers, administrators }: { teachers: number; administrators: number }): string =>
  `${count(teachers, 'teacher')}, ${count(administrators, 'school administrator')}`
