import { ContactAddress, LegalPage, LegalSection } from './legal-page.tsx'

/** Every sentence describes this software. Update it when you change what is stored or for how long. */
export const PrivacyPage = () => (
  <LegalPage title="Privacy Policy" intro="What Firstbell knows about you, why, for how long, and who else can see it.">
    <LegalSection heading="What we keep">
      <ul>
        <li>
          Your account: email address, time zone, preferences, when your account and trial started, and your name and picture if you add
          them.
        </li>
        <li className="for-guests">
          Guests (Try it now) have an account without a name, email, or password. We keep it for 3 days. Unless the guest signs up, we then
          delete it and everything in it within about an hour.
        </li>
        <li>Your password, only as an Argon2id hash. No one can read your password from it.</li>
        <li className="by-google">
          If you sign in with Google: the ID Google uses for you.{' '}
          <span className="by-drive">
            If you’ve picked a Google Drive file: an encrypted key that lets us ask Google for the files you pick. It can’t open any other
            file.
          </span>
        </li>
        <li className="by-oidc">If you sign in with your school’s sign-in: its address, and the ID it uses for you.</li>
        <li className="by-ai">
          Your AI custom instructions, and how much AI you’ve used (in tokens, draft by draft). Never what you asked or what AI wrote.
        </li>
        <li className="by-stripe">
          What you pay for: your Stripe customer and subscription IDs, which plan, through when, and whether a payment failed. We never see
          your card number. Also, who signed up with your link and the credits you earned.
        </li>
        <li>What you plan: days, lessons, blocked days, notes, alerts, and templates.</li>
        <li>For 30 days, earlier versions of each day you change and any template you delete, so you can bring them back.</li>
        <li>Your special notes: substitute instructions, emergency procedures, and student notes.</li>
        <li>
          Who you share with: the teachers you invited, the teachers who invited you, how each invitation ended, and who can include your
          student notes in a sub plan. The school you joined, and when. If a school invites an email address, we keep that address until the
          invitation is accepted or withdrawn.
        </li>
        <li>
          An activity log. It records each step of an invitation, and who joins or leaves a school or becomes an administrator. It records
          each time a school administrator views your schedule (at most once every ten minutes) or makes a sub plan from it, and each time
          your plan starts, changes, or ends. It also records each sign-in, password change, export, and deletion, with a shortened network
          address that many people share, and anything Firstbell admins do to your account. Each entry holds the time and account IDs, never
          anything you wrote. Entries can’t be changed, and we delete them after 12 months. Once an account is deleted, its ID no longer
          points to anyone.
        </li>
        <li>
          Where you’re signed in: for each device, a hash of its sign-in token, when it signed in and was last used, and how its browser
          identifies itself. A sign-in ends 7 days after you last use it, or after 30 days at most (3 days for guests). We remove it within
          a day after that.
        </li>
        <li>
          Failed sign-ins, so no one can guess their way in: how many, for which email, and from which network address. We also count how
          many accounts and guest planners each network address opens. We erase these counts within about a day.
        </li>
        <li className="by-mail">
          Email we’ve sent you: what kind, when, and whether your mail server accepted it. We keep this for 12 months, but not the text. We
          keep a password link as a hash until it expires: after an hour, or after seven days for a new account. If someone without an
          account opts out of email, we keep a keyed hash of their address. It can’t be turned back into the address. We also keep, under
          such a hash, how many emails went to an address in the last two days or so, so no one’s inbox gets flooded.
        </li>
        <li>
          A technical log: for each request, the page or call, the network address, your account ID, and the result. It holds no email
          addresses, no passwords, and nothing from your plans. Whoever runs this server decides how long to keep it.
        </li>
      </ul>
    </LegalSection>
    <LegalSection heading="Why we keep it">
      <p>To show you your planner, keep others out of it, and find problems. Not for ads, not for profiles, and never for sale.</p>
    </LegalSection>
    <LegalSection heading="Who else can see it">
      <p>
        Only the people you share with, as described below. Firstbell admins can see who has an account: name, email, plan, AI usage,
        school, devices, and when you were last here. They can’t open your lessons, notes, or special notes. Everything stays on this server
        and in its database. While you use Firstbell, your browser doesn’t contact any other company. Even fonts and pictures come from
        here. The only exceptions are listed on this page. <span className="without-mail">Firstbell doesn’t send email. </span>A link in a
        lesson opens another site only when you click it, and it doesn’t tell that site where you came from.
      </p>
      <p className="by-mail">
        <strong>Email</strong>: Firstbell emails you when you sign up, when your trial is ending, when your plan renews or a payment fails,
        when a colleague or school invites you, when you sign in from a new browser, and when you ask for a new password. These emails go
        through this server’s mail service and yours. They include your name and what they’re about, but nothing from your lessons and no
        tracking. You can unsubscribe from anything that isn’t about your account, in the email itself or in Preferences.
      </p>
      <p className="by-stripe">
        <strong>Stripe</strong>, for payments: when you choose Proceed to Checkout, we send Stripe your email and account ID. Stripe also
        gets what you enter on its own page.
      </p>
      <p className="by-google">
        <strong>Google</strong>, if you choose Continue with Google: Google learns that you use Firstbell and when you sign in. It tells us
        your email, your name, and the ID it uses for you.{' '}
        <span className="by-drive">
          If you pick a Google Drive file, your browser loads Google’s file picker, and Google learns which file you picked. We save its
          name and link in your lesson. We can’t open any file you didn’t pick, and we don’t open files on our own.
        </span>
      </p>
      <p className="by-oidc">
        <strong>Your school’s sign-in</strong>, if you choose its button: it learns that you use Firstbell and when you sign in. It tells us
        your email, your name, and the ID it uses for you.
      </p>
      <p className="by-ai">
        <strong>__AI_PROVIDER__</strong>, if you let AI write: it gets your request, your custom instructions, and the lesson’s title, date,
        times, and text. It gets the last lesson with the same title, or the titles of that day’s other lessons, only if you check those
        boxes. It never gets your special notes, name, or email. The panel can show you exactly what we send. What the service does with it
        is covered by its own terms.
      </p>
      <p>
        Colleagues you invite, once they accept, can see your name, picture, and time zone, and your days: full lessons, blocked days, and
        notes. They can copy lessons into their own planner and make sub plans for you. Those include your substitute instructions and
        emergency procedures, and your student notes only if you allow it for that person. They can’t see your alerts, templates, history,
        or drafts, or anything else in your account. Either of you can stop sharing anytime, and access ends right away. Anything already
        copied or printed stays with them.
      </p>
      <p>People you invite see your name and email. You learn that they use Firstbell and, once they accept, their name.</p>
      <p>
        A school can’t see anything of yours until you join it, or until the people who run this server create your account in it. After
        that, its administrators can see your name, email, and days, just as a colleague can. They can make sub plans the same way, with
        your student notes only if you allow it. You can see who they are and when they viewed your schedule. If you leave, their access
        ends. Firstbell admins can’t open your lessons in Firstbell.
      </p>
      <p>
        A sub plan goes only to the people you give it to. Your own browser prints it or makes the PDF. People who run this server can reach
        its database and could read what’s in it, so write only what a lesson or a sub needs to know about students.
      </p>
    </LegalSection>
    <LegalSection heading="In your browser">
      <p>
        One cookie, set once you’ve signed in to an account: a random number that tells our sign-in page it has seen this browser before. It
        lasts 180 days and keeps someone who guesses at your password from locking you out. It doesn’t sign anyone in, it’s sent only with
        sign-ins, and it doesn’t track you.{' '}
        <span className="by-provider">
          A second cookie, encrypted, lasts ten minutes while you go to another sign-in and back. It shows that the same browser came back.
        </span>{' '}
        Your browser’s local storage holds your sign-in token, your account ID, a copy of your preferences, and text you’ve started but
        haven’t saved. While a tab is open, it also holds what you’re about to buy and the referral code you arrived with. Drafts older than
        30 days are removed the next time you open the planner. Signing out removes all of this. If your session just times out, your drafts
        stay.
      </p>
      <p>
        Device settings stay when you sign out: the theme (at first, your system’s), whether the sidebars are collapsed, whether single-key
        shortcuts and notifications are on, and which of today’s alerts have already gone off.
      </p>
    </LegalSection>
    <LegalSection heading="How long we keep it, and how to delete it">
      <p>
        We keep your account and your plans until you delete them. Except for guest planners, we don’t delete unused accounts. “Delete my
        account,” in Account Management, permanently removes your account with all its plans, notes, templates, history, and sign-ins.
      </p>
      <p className="sold">
        Each person gets one free trial and can use a discount code once. To keep track, we remember for 12 months that your email has had a
        trial, when it started, and which codes it has paid with. We don’t keep the address or the codes themselves, only keyed hashes. They
        let us recognize the address if it signs up again, but they can’t be turned back into the address or the codes.
      </p>
      <p>
        Deleting your account also cancels your subscription. We keep its Stripe IDs until Stripe confirms. Stripe keeps payment records
        under its own rules. Failed sign-in counts, the technical log, and the activity log stay until their time is up, as described above.
        Anything colleagues copied from you stays with them.
      </p>
      <p>
        Every night, Firstbell makes an encrypted backup of everything, stored next to its data, and keeps the last 30. So what you delete
        stays in backups for up to 30 more days (up to 90 in one made by hand). If we ever restore a backup, we delete again any account
        that was deleted since then. For that, we keep the IDs of deleted accounts, and nothing else about them, outside the database.
      </p>
    </LegalSection>
    <LegalSection heading="Your rights">
      <p>
        You can change your name, your picture, and everything you’ve planned. “Export my data,” in Account Management, gives you one file
        with your account and everything you’ve planned, to read or to use in other programs. To change your email, or for anything else,
        write to <ContactAddress />.
      </p>
    </LegalSection>
  </LegalPage>
)
