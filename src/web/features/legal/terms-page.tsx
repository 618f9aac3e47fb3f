import { ContactAddress, LegalPage, LegalSection } from './legal-page.tsx'

export const TermsPage = () => (
  <LegalPage title="Terms of Service" intro="The short and plain version, which is also the only one.">
    <LegalSection heading="What you get">
      <p>
        Firstbell is a planner for teachers: you write down what you teach and when, and find it again. A new account starts with a free
        trial of 7 days. No payment information is asked for, so nothing can be charged.
      </p>
      <p>When the trial ends you can still read all that you have planned. Making changes then needs a subscription.</p>
    </LegalSection>
    <LegalSection heading="What you write is yours">
      <p>
        Your plans, notes and texts stay your property. They are stored and shown so that the planner can do its work for you, and for
        nothing else.
      </p>
    </LegalSection>
    <LegalSection heading="What we ask of you">
      <ul>
        <li>Give an e-mail address that is yours, and keep your password to yourself.</li>
        <li>Write about pupils only what a lesson plan needs, and follow the rules of your school for it.</li>
        <li>Do not use the planner to harm others: no break-ins, no flooding, nothing unlawful.</li>
      </ul>
    </LegalSection>
    <LegalSection heading="What we cannot promise">
      <p>
        We take care that nothing you save is lost: each change to a day keeps the state before it for 30 days. Even so, no service runs
        without faults. Keep a copy of what you could not do without.
      </p>
    </LegalSection>
    <LegalSection heading="Ending it">
      <p>You may stop at any time. To have your account and all its plans removed, write to the address below.</p>
    </LegalSection>
    <LegalSection heading="Questions">
      <p>
        Write to <ContactAddress />.
      </p>
    </LegalSection>
  </LegalPage>
)
