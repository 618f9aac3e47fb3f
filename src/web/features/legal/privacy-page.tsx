import { LegalPage } from './legal-page.tsx'
import text from './privacy.md?raw'

/** Every sentence describes this software. Update it when you change what is stored or for how long. */
export const PrivacyPage = () => <LegalPage text={text} />
