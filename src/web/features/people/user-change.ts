import type { Classroom, Preferences, User } from '#shared/accounts/contract.ts'

/** A partial user with partial preferences and lines about the classroom. Undefined fields are ignored. */
export type UserChange = { [Field in keyof Omit<User, 'preferences' | 'classroom'>]?: User[Field] | undefined } & {
  classroom?: { [Line in keyof Classroom]?: Classroom[Line] | undefined } | undefined
  preferences?: { [Field in keyof Preferences]?: Preferences[Field] | undefined } | undefined
}

const given = <T extends object>(change: T): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>

/** Returns the user with the change applied. Preferences and lines about the classroom are merged. */
export const withChange = (user: User, { preferences, classroom, ...fields }: UserChange): User =>
  ({
    ...user,
    ...given(fields),
    classroom: { ...user.classroom, ...given(classroom ?? {}) },
    preferences: { ...user.preferences, ...given(preferences ?? {}) },
  }) as User

/** Returns the user with the change reverted. Changed fields get their values from `before`, and all others keep theirs. */
export const restored = (user: User, before: User, { preferences = {}, classroom = {}, ...fields }: UserChange): User => {
  const old = (from: object, names: object) => Object.fromEntries(Object.entries(from).filter(([name]) => name in names))
  return {
    ...user,
    ...old(before, fields),
    classroom: { ...user.classroom, ...old(before.classroom, classroom) },
    preferences: { ...user.preferences, ...old(before.preferences, preferences) },
  }
}
