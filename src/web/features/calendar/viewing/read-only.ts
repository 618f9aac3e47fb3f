/** What somebody is told who would change what they only look at. */
export const readOnlyWords = (act: string): string => `Read-Only Mode: You cannot ${act} while viewing another teacher's schedule.`
