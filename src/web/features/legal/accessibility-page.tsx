import text from './accessibility.md?raw'
import { LegalPage } from './legal-page.tsx'

/** Every sentence describes this software's behavior. docs/accessibility-report.md says how each was tried. */
export const AccessibilityPage = () => <LegalPage text={text} />
