import { ContactAddress, LegalPage, LegalSection } from './legal-page.tsx'

export const PrivacyPage = () => (
  <LegalPage title="Privacy Policy" intro="What Firstbell knows about you, why, and who else gets to see it.">
    <LegalSection heading="What is kept">
      <ul>
        <li>Your account: e-mail address, time zone, preferences, and a name and picture if you add them.</li>
        <li>Your password only as an Argon2id hash, from which it cannot be read back.</li>
        <li>What you plan: days, time blocks, block-outs and notes, with the state before each change for 30 days.</li>
        <li>Who is signed in: a hash of each session's token, and when it was last used.</li>
        <li>
          A technical log of requests with the network address they came from. It holds no e-mail address, no password and no text of your
          plans.
        </li>
      </ul>
    </LegalSection>
    <LegalSection heading="What it is for">
      <p>To show you your planner, to keep others out of it, and to find faults. Not for advertising, not for profiles, not for sale.</p>
    </LegalSection>
    <LegalSection heading="Who else sees it">
      <p>
        Nobody that we pass it to. All data stays on the server of this installation, and your browser asks no other company for anything
        while you use Firstbell: fonts and pictures come from here too. Whoever runs the server can reach its database.
      </p>
    </LegalSection>
    <LegalSection heading="In your browser">
      <p>
        No cookies. The browser's local storage holds your sign-in token, your account's number, the theme and a copy of your preferences.
        Signing out removes all of it but the theme.
      </p>
    </LegalSection>
    <LegalSection heading="Your rights">
      <p>
        Ask for a copy of your data, for a correction, or for the removal of your account at <ContactAddress />.
      </p>
    </LegalSection>
  </LegalPage>
)
