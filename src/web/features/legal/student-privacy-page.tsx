import { LegalPage } from './legal-page.tsx'
import text from './student-privacy.md?raw'

/** Every sentence about Firstbell describes this software's behavior. docs/student-privacy.md says where each is enforced. */
export const StudentPrivacyPage = () => <LegalPage text={text} />
