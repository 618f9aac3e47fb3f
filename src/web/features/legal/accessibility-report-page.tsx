import text from '../../../../docs/accessibility-report.md?raw'
import { LegalPage } from './legal-page.tsx'

/** The accessibility conformance report as a page, because people who use a server don't have its documentation. */
export const AccessibilityReportPage = () => <LegalPage text={text} />
