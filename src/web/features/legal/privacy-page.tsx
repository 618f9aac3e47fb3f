import { LegalPage } from './legal-page.tsx'
import text from './privacy.md?raw'

/** Every sentence describes this software's behavior. Update the policy when you change which data is stored or for how long. */
export const PrivacyPage = () => <LegalPage text={text} />
