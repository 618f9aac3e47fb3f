import type { Preferences, User } from '#shared/accounts/contract.ts'

/** Some of a user's own fields; preferences may be given in part, and undefined means not given. */
export type UserChange = { [Field in keyof Omit<User, 'preferences'>]?: User[Field] | undefined } & {
  preferences?: { [Field in keyof Preferences]?: Preferences[Field] | undefined } | undefined
}

const given = <T extends object>(change: T): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>

/** The user with the change made; preferences are merged. */
export const withChange = (user: User, { preferences, ...fields }: UserChange): User =>
  ({ ...user, ...given(fields), preferences: { ...user.preferences, ...given(preferences ?? {}) } }) as User

/** The user with a change taken back: each changed field as it was `before`, every other as it is now. */
export const restored = (user: User, before: User, { preferences = {}, ...fields }: UserChange): User => {
  const old = (from: object, names: object) => Object.fromEntries(Object.entries(from).filter(([name]) => name in names))
  return { ...user, ...old(before, fields), preferences: { ...user.preferences, ...old(before.preferences, preferences) } }
}
