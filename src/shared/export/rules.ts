/** The kinds of files in which lessons can leave, as plain values for both sides. */
export const FILE_FORMATS = ['docx', 'pdf', 'csv', 'md', 'ics'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]
