/** The sample Drive files that every stand-in user has. */
export type DriveFile = { id: string; name: string; mimeType: string; url: string }

const ofGoogle = (id: string, name: string, kind: string, mimeType: string): DriveFile => ({
  id,
  name,
  mimeType,
  url: `https://docs.google.com/${kind}/d/${id}/edit?usp=drive_web`,
})

export const DRIVE_FILES: readonly DriveFile[] = [
  ofGoogle('1frac', 'Fractions on a number line', 'document', 'application/vnd.google-apps.document'),
  ofGoogle('2slid', 'Cell structure: slides & quiz', 'presentation', 'application/vnd.google-apps.presentation'),
  ofGoogle('3roll', 'Reading groups', 'spreadsheets', 'application/vnd.google-apps.spreadsheet'),
  {
    id: '4pdf0',
    name: 'Field trip form.pdf',
    mimeType: 'application/pdf',
    url: 'https://drive.google.com/file/d/4pdf0/view?usp=drive_web',
  },
  // A malicious name and a malicious URL.
  ofGoogle('5evil', '<img src=x onerror=alert(1)>\u202Efdp', 'document', 'application/vnd.google-apps.document'),
  { id: '6away', name: 'A link to elsewhere', mimeType: 'text/html', url: 'https://docs.google.com.evil.example/document/d/6away' },
]
