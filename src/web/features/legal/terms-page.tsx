import { LegalPage } from './legal-page.tsx'
import text from './terms.md?raw'

/** Every promise describes this software's behavior. Update the terms when that behavior changes. */
export const TermsPage = () => <LegalPage text={text} />
