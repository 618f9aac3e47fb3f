/** The types of audit.mjs, whose packages are installed only when it runs: what is used of a report by Lighthouse. */
export type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}
export const audit: (url: string) => Promise<Report>
