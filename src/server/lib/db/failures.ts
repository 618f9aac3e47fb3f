export const uniqueViolationOf = (error: unknown): string | undefined => {
  for (let e = error as any; e; e = e.cause) if (e.code === '23505') return e.constraint
  return undefined
}
export const isUnavailable = (_error: unknown): boolean => false
