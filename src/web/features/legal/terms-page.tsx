import { LegalPage } from './legal-page.tsx'
import text from './terms.md?raw'

/** Every promise describes this software. Update it when you change the behavior. */
export const TermsPage = () => <LegalPage text={text} />
