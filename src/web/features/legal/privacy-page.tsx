import { ContactAddress, LegalPage, LegalSection } from './legal-page.tsx'

/** Every sentence describes this software. Update it when you change what is stored or for how long. */
export const PrivacyPage = () => (
  <LegalPage title="Privacy Policy" intro="What Firstbell knows about you, why, for how long, and who else gets to see it.">
    <LegalSection heading="What is kept">
      <ul>
        <li>Your account: e-mail address, time zone, preferences, when it and its trial began, and a name and picture if you add them.</li>
        <li className="for-guests">
          A guest (Try it now) has an account without name, e-mail address and password. It is kept for 3 days and then deleted with all
          that was planned in it, within about an hour, unless the guest signs up.
        </li>
        <li>Your password only as an Argon2id hash, from which it cannot be read back.</li>
        <li className="by-google">
          Where you sign in with Google: its number for you.{' '}
          <span className="by-drive">
            Where you have picked a file of Google Drive: what lets us ask Google for files that you pick, encrypted; it opens no other
            file.
          </span>
        </li>
        <li className="by-oidc">Where you sign in with your school’s sign-in: its address and its number for you.</li>
        <li className="by-ai">
          Your custom instructions for AI, and how many tokens it has used for you, answer by answer. Never what was asked or answered.
        </li>
        <li className="by-stripe">
          What you pay for: the numbers of your customer account and subscriptions at Stripe, which plan, until when, and whether a payment
          failed. Your card number never reaches us. Who came by your link, and the credits that it earned.
        </li>
        <li>What you plan: days, time blocks, block-outs, notes, alerts and templates.</li>
        <li>
          The state of a day before each change of it, and a template that you deleted, for 30 days, so that you can take either back.
        </li>
        <li>Your special notes: substitute instructions, emergency procedures and student notes.</li>
        <li>
          Which teachers you invited to see your schedule and which invited you, what became of it, and who may have your student notes in a
          substitute plan; the school that you joined, and since when. An e-mail address that a school has invited, until the invitation is
          accepted or withdrawn.
        </li>
        <li>
          What was done between people: each step of an invite, who joined or left a school, who was made an administrator, and each time an
          administrator of your school looked at your schedule (once in ten minutes) or made a substitute plan of it; each time that your
          plan began, changed or ended; each sign-in, change of password, export and deletion, with a part of the network address that many
          share; and what those who look after Firstbell did about your account. It is written down with the time and the numbers of the
          accounts, never with a text, cannot be changed, and is deleted after 12 months. Of an account that is deleted the number means
          nothing any more.
        </li>
        <li>
          Where you are signed in: for each device a hash of its sign-in token, when it signed in and was last used, and what its browser
          calls itself. A sign-in ends 7 days after its last use, and 30 days after it began at the latest, a guest's after 3 days; it is
          removed within a day of its end.
        </li>
        <li>
          Failed sign-ins: how many, under which e-mail address and from which network address, so that nobody can guess passwords; and how
          many accounts and guests a network address opened. These counts are removed within about a day.
        </li>
        <li className="by-mail">
          Mail that we sent you: which kind, when, and whether your mail server took it, for 12 months; not its text. A link for a password,
          as a hash, until it ends: an hour, or seven days for a new account. Where somebody without an account wants no mail, a keyed hash
          of their address, from which it cannot be read. How many mails went to an address, under such a hash, for about two days, so that
          nobody can be flooded with mail.
        </li>
        <li>
          A technical log: for each request the page or call, the network address, your account's number, and how it was answered. It holds
          no e-mail address, no password and no text of your plans. Whoever runs the server decides how long it is kept.
        </li>
      </ul>
    </LegalSection>
    <LegalSection heading="What it is for">
      <p>To show you your planner, to keep others out of it, and to find faults. Not for advertising, not for profiles, not for sale.</p>
    </LegalSection>
    <LegalSection heading="Who else sees it">
      <p>
        The people whom you show it to, as said below. Those who look after this installation see who has an account: name, e-mail address,
        plan, AI usage, school, devices and when you were last here. They cannot open your lessons, your notes and your special notes. All
        data stays on the server of this installation and in its database, and your browser asks no other company for anything while you use
        Firstbell: fonts and pictures come from here too. What is named here is the only exception.{' '}
        <span className="without-mail">Firstbell sends no e-mail. </span>A link in a lesson leads elsewhere only when you follow it, and
        does not say where you came from.
      </p>
      <p className="by-mail">
        <strong>E-mail</strong>: Firstbell writes to your address when you sign up, when your trial ends, when your plan is paid for again
        or a payment fails, when a colleague or a school invites you, when you sign in with a new browser, and when you ask for a new
        password. These mails pass the mail server of this installation and yours. They hold your name and what they are about, none of your
        lessons, and nothing that tells us whether you read them. What is not about your account can be ended by one press in each such
        mail, and in Preferences.
      </p>
      <p className="by-stripe">
        <strong>Stripe</strong>, for payments: once you press Proceed to Checkout it gets your e-mail address and the number of your account
        from us, and what you enter on its own page.
      </p>
      <p className="by-google">
        <strong>Google</strong>, if you press Continue with Google: it learns that you use Firstbell and when you sign in, and tells us your
        e-mail address, your name and its number for you.{' '}
        <span className="by-drive">
          If you pick a file of Google Drive, your browser loads Google’s file picker, and Google learns which file you picked. We keep its
          name and address in the lesson, cannot open any file that you did not pick, and open none by ourselves.
        </span>
      </p>
      <p className="by-oidc">
        <strong>Your school’s sign-in</strong>, if you press its button: it learns that you use Firstbell and when you sign in, and tells us
        your e-mail address, your name and its number for you.
      </p>
      <p className="by-ai">
        <strong>__AI_PROVIDER__</strong>, if you let AI write: it gets your prompt, your custom instructions, and the lesson’s title, date,
        times and text; the last lesson with the same title and the titles of the day’s other lessons only if you tick them. Never your
        special notes, your name or your address. The panel can show you exactly what is sent. What it does with it stands in its own terms.
      </p>
      <p>
        A colleague whom you invited, once they have accepted, sees your name, picture and time zone, and your days: lessons in full,
        block-outs and notes. They can copy from it into their own planner, and make substitute plans of it, which hold your substitute
        instructions and emergency procedures too; your student notes only if you said so for this one person. They see no alerts,
        templates, history or drafts, and nothing of your account beyond that. Either of you can end it at any time, and the next look finds
        nothing. What was copied or printed until then stays with them.
      </p>
      <p>Whom you invite sees your name and e-mail address. You learn that they use Firstbell, and their name once they accept.</p>
      <p>
        A school sees nothing of you before you have joined it, or before whoever runs this installation has made your account in it. From
        then on its administrators see your name, your e-mail address and your days, as a colleague does, and can make substitute plans in
        the same way, with your student notes only if you said so. You can see who they are and when they looked, and you can leave; from
        then on they see nothing. Whoever looks after this installation cannot open your lessons in Firstbell.
      </p>
      <p>
        A substitute plan goes to whom you hand it to: it is printed, or made into a PDF, in your own browser. Whoever runs the server can
        reach its database and could read what is in it, so write about pupils only what a lesson or a substitute needs.
      </p>
    </LegalSection>
    <LegalSection heading="In your browser">
      <p>
        One cookie, after you have signed in with an account: a random number by which sign-in knows this browser again for 180 days, so
        that somebody who guesses at your password cannot keep you out. It signs nobody in, is sent with nothing but sign-in, and follows
        you nowhere.{' '}
        <span className="by-provider">
          One more for the ten minutes in which you may go to another sign-in and come back: encrypted, what shows that it is this browser
          that went.
        </span>{' '}
        The browser's local storage holds your sign-in token, your account's number, a copy of your preferences, and text that you have
        begun and not saved; for as long as a tab is open also what you are about to buy and the code of a link that you came by. A draft
        older than 30 days is dropped when you next open the planner. Signing out removes all of these; a sign-in that merely ends leaves
        the drafts for you.
      </p>
      <p>
        What belongs to the device stays: the theme (from your first visit on, as your system says), whether the sidebars are folded,
        whether single keys and notifications are on, and which of the day's alerts have rung, by their number and time.
      </p>
    </LegalSection>
    <LegalSection heading="How long, and how to end it">
      <p>
        Your account and what you planned are kept until you delete them; an account that nobody uses is not deleted by itself, but for that
        of a guest. Delete My Account, in Account Management, removes the account with all its plans, notes, templates, history and
        sign-ins, at once and for good.
      </p>
      <p className="sold">
        A trial is for once, and so is a discount code. So that nobody has another by signing up again, it is kept for 12 months that your
        e-mail address has had a trial, since when, and with which codes it has paid: not the address or the code, but a keyed hash, by
        which an address that signs up is known again and from which none can be read.
      </p>
      <p>
        A subscription is ended at Stripe with it; for that their numbers are kept until Stripe has confirmed it. What Stripe keeps of
        payments it keeps under its own rules. Left are the failed sign-ins, the log, and what was written down between people, as described
        above, until their time is up; and what colleagues copied from you before.
      </p>
      <p>
        Every night Firstbell makes a backup of everything, encrypted, beside its data, and keeps the last 30. What you delete is in these
        for up to 30 days more, in one that was made by hand for up to 90. Where a backup has to be restored, accounts that were deleted
        since are deleted again: for this the number of a deleted account, and nothing else of it, is kept apart from the database.
      </p>
    </LegalSection>
    <LegalSection heading="Your rights">
      <p>
        Your name, your picture and all that you planned you can change yourself. Export My Data, in Account Management, gives you your
        account and all that you planned in one file, to read and for other programs. For another e-mail address or anything else, write to{' '}
        <ContactAddress />.
      </p>
    </LegalSection>
  </LegalPage>
)
