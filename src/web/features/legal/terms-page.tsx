import { PRICES } from '#shared/billing/rules.ts'
import { ContactAddress, LegalPage, LegalSection } from './legal-page.tsx'

/** Every promise describes this software. Update it when you change the behavior. */
export const TermsPage = () => (
  <LegalPage title="Terms of Service" intro="In plain English. This is the whole thing.">
    <LegalSection heading="What you get">
      <p>
        Firstbell is a planner for teachers. Write down what you teach and when, find it again, and print it for whoever covers your class.{' '}
        <span className="sold">A new account starts with a 7-day free trial. We don’t ask for payment info, so we can’t charge you.</span>
      </p>
      <p>
        “Try it now” opens a planner without an account. We keep it for 3 days, or for good if you sign up in that time
        <span className="sold">; your 7 days start then</span>.
      </p>
      <p className="sold">
        When your trial or plan ends, your planner locks. You can still view and print everything you’ve planned, make sub plans from it,
        export it, view what colleagues share with you, and accept their invitations. To make changes, invite colleagues, or use AI, you
        need a plan.
      </p>
    </LegalSection>
    <LegalSection heading="What it costs" isOfPlans>
      <p>
        Pro Teacher costs ${PRICES.proTeacher.month} a month or ${PRICES.proTeacher.year} a year, in US dollars.{' '}
        <span className="by-add-on">
          The AI add-on, where it’s offered, is a separate subscription: ${PRICES.aiAddOn.month} a month. It belongs to your trial or plan.
          When that ends, we cancel the add-on at the end of the month you paid for. If you choose a plan before then, it continues.
        </span>{' '}
        We charge you only after you choose and confirm a plan, and the charge covers the whole month or year.
      </p>
      <p>
        <span className="by-stripe">You pay through Stripe, on its own page.</span> Your subscription renews automatically at the end of
        each month or year, at the same price, until you cancel. To cancel, open Account Management, then Billing, then Manage Subscription.
        If your trial or plan has ended, you can also cancel on the page that says so. You keep your plan through the time you’ve paid for.
        If a payment fails, your planner stays open while Stripe tries again.
      </p>
      <p>
        When a colleague joins with your link and pays for a first plan, you each get a credit for one month ($
        {PRICES.proTeacher.month}). We apply it to your next bill. You can hold up to 12 credits. Each one expires after 12 months and can’t
        be exchanged for cash.
      </p>
      <p>Deleting your account also ends your subscriptions.</p>
    </LegalSection>
    <LegalSection heading="What you write is yours">
      <p>
        Your plans, notes, and everything else you write belong to you. We store and show them only so the planner can do its job. The{' '}
        <a href="/privacy">Privacy Policy</a> says what we keep and for how long.
      </p>
    </LegalSection>
    <LegalSection heading="What you share">
      <p>
        Colleagues can see your schedule only after you invite them and they accept. A school can see it only after you join. They can view
        and copy, but they can’t change anything of yours. You can stop sharing anytime. Sub plans they make for you include your substitute
        instructions and emergency procedures, and your student notes only if you allow it.
      </p>
      <p>
        Your school can add its own days off and notes to the calendars of teachers who have joined. Your lessons stay underneath, and
        everything from the school disappears if you leave.
      </p>
    </LegalSection>
    <LegalSection heading="What we ask of you">
      <ul>
        <li>Use your own email address, and keep your password to yourself.</li>
        <li>Write only what a lesson plan or a sub needs to know about students, and follow your school’s rules.</li>
        <li>What a colleague shares with you is theirs. Ask before you pass it on.</li>
        <li>Read a sub plan before you hand it over. It says exactly what you wrote.</li>
        <li>Don’t use Firstbell to harm anyone: no hacking, no spamming, nothing illegal.</li>
      </ul>
    </LegalSection>
    <LegalSection heading="What we can’t promise">
      <p>
        We work hard not to lose anything you save. Whenever you change a day, we keep the earlier version for 30 days. Templates, special
        notes, and your profile don’t have that kind of history. No service is perfect, so keep a copy of anything you can’t do without.
        “Export my data,” in Account Management, makes one.
      </p>
    </LegalSection>
    <LegalSection heading="Leaving Firstbell">
      <p>
        You can leave anytime and take your data with you. “Delete my account,” in Account Management, asks for your password{' '}
        <span className="by-provider">or the sign-in you use</span> (guests don’t need one) and then permanently removes your account and
        all its plans. You can’t undo it.
      </p>
    </LegalSection>
    <LegalSection heading="Questions">
      <p>
        Write to <ContactAddress />.
      </p>
    </LegalSection>
  </LegalPage>
)
