import { PRICES } from '#shared/billing/rules.ts'
import { ContactAddress, LegalPage, LegalSection } from './legal-page.tsx'

/** Every promise describes this software. Update it when you change the behavior. */
export const TermsPage = () => (
  <LegalPage title="Terms of Service" intro="The short and plain version, which is also the only one.">
    <LegalSection heading="What you get">
      <p>
        Firstbell is a planner for teachers: you write down what you teach and when, find it again, and print it for whoever stands in for
        you.{' '}
        <span className="sold">A new account starts with a free trial of 7 days. No payment info required, so nothing can be charged.</span>
      </p>
      <p>
        Try it now opens a planner without an account. It is kept for 3 days, and for good if you sign up in that time
        <span className="sold">; the 7 days begin then</span>.
      </p>
      <p className="sold">
        When the trial or your plan ends, the planner closes. You can still read and print everything you planned, make substitute plans
        from it, export it, read what colleagues share with you and accept their invitations. Making changes, inviting colleagues and AI
        then need a subscription.
      </p>
    </LegalSection>
    <LegalSection heading="What it costs" isOfPlans>
      <p>
        Pro Teacher costs ${PRICES.proTeacher.month} a month or ${PRICES.proTeacher.year} a year, in US dollars.{' '}
        <span className="by-add-on">
          Where the AI add-on is offered it is a subscription of its own, ${PRICES.aiAddOn.month} a month. It belongs to your trial or plan:
          when that ends, we cancel the add-on at the end of the month you paid for, and it goes on if you choose a plan before then.
        </span>{' '}
        You are charged only after you have chosen a plan and confirmed it, at once and for the whole month or year.
      </p>
      <p>
        <span className="by-stripe">Payments are made through Stripe, on a page of theirs.</span> A subscription renews by itself at the end
        of each month or year, at the same price, until you cancel it. You cancel it under Manage Subscription, in Billing in Account
        Management, or where the planner tells you that your trial or plan has ended; it then lasts until the end of what you have paid for.
        When a payment fails the planner stays open while Stripe tries again.
      </p>
      <p>
        For a colleague who comes by your link and pays for a first plan, each of you gets a credit of one month (${PRICES.proTeacher.month}
        ). It is taken off the next bill. You hold 12 at most, and each expires after 12 months. A credit is not paid out.
      </p>
      <p>Deleting your account ends your subscriptions too.</p>
    </LegalSection>
    <LegalSection heading="What you write is yours">
      <p>
        Your plans, notes and texts stay your property. They are stored and shown so that the planner can do its work for you, and for
        nothing else. The <a href="/privacy">Privacy Policy</a> says what is kept, and for how long.
      </p>
    </LegalSection>
    <LegalSection heading="What you show others">
      <p>
        A colleague sees your schedule only after you have invited them and they have accepted; a school only after you have joined it. They
        look and copy, and cannot change anything of yours. You can end either at any time. A substitute plan that they make holds your
        substitute instructions and emergency procedures, and your student notes only if you said so.
      </p>
      <p>
        A school can put its own block-outs and notes over the days of the teachers who have joined it. Your lessons beneath them are kept,
        and all that is the school's goes when you leave.
      </p>
    </LegalSection>
    <LegalSection heading="What we ask of you">
      <ul>
        <li>Give an e-mail address that is yours, and keep your password to yourself.</li>
        <li>Write about pupils only what a lesson plan or a substitute needs, and follow the rules of your school for it.</li>
        <li>What a colleague shows you is theirs: ask them before you pass it on.</li>
        <li>Read a substitute plan before you hand it over: it says what you wrote.</li>
        <li>Do not use the planner to harm others: no break-ins, no flooding, nothing unlawful.</li>
      </ul>
    </LegalSection>
    <LegalSection heading="What we cannot promise">
      <p>
        We take care that nothing you save is lost: each change to a day keeps the state before it for 30 days. Templates, special notes and
        your profile have no such history. No service runs without faults, so keep a copy of what you could not do without: Export My Data,
        in Account Management, makes one.
      </p>
    </LegalSection>
    <LegalSection heading="Ending it">
      <p>
        You may stop at any time, and take your data with you. Delete My Account, in Account Management, asks whether it is you, by your
        password <span className="by-provider">or by the sign-in you use</span> (a guest is not asked), and then removes your account and
        all its plans at once. Nobody can bring them back.
      </p>
    </LegalSection>
    <LegalSection heading="Questions">
      <p>
        Write to <ContactAddress />.
      </p>
    </LegalSection>
  </LegalPage>
)
