import { Refused } from '#server/lib/http/refuse.ts'

/** Throws `refused_by_rule` if the password is shorter than the operator's minimum. */
export const requireLength = (password: string, { passwordMinLength }: { passwordMinLength: number }): void => {
  if (password.length < passwordMinLength)
    throw new Refused('refused_by_rule', `Password must be at least ${passwordMinLength} characters long.`)
}
