import { useMutation } from '@tanstack/react-query'
import { mail } from '#shared/mail/contract.ts'
import { unsubscribe } from '#shared/mail/unsubscribe/contract.ts'
import { schoolOffice } from '#shared/schools/office/contract.ts'
import { passwordReset } from '#shared/sign-in/reset/contract.ts'
import { addressOf, client } from '#web/lib/net/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'

const api = client({ ...passwordReset, ...mail, ...schoolOffice })

/** Requests a password reset link. */
export const useForgotPassword = () => useMutation({ mutationFn: (email: string) => api.forgotPassword({ body: { email } }) })

/** Sets a new password with a link's token. Ends every session of the account. */
export const useResetPassword = () =>
  useMutation({ mutationFn: (by: { token: string; newPassword: string }) => api.resetPassword({ body: by }) })

/** Requests a link that confirms the signed-in user's address. */
export const askToConfirm = () => api.askToConfirm()
export const useAskToConfirm = () => useMutation({ mutationFn: askToConfirm })

/** Confirms an address with a link's token. */
export const useConfirmAddress = () =>
  useMutation({
    mutationFn: (token: string) => api.confirmAddress({ body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SESSION_KEY }),
  })

/** Confirms the email of a school's office with a link's token. The person who opens it usually has no account. */
export const useConfirmOffice = () => useMutation({ mutationFn: (token: string) => api.confirmOffice({ body: { token } }) })

/** Unsubscribes from optional email with a link's token. Sends no body, like one-click unsubscribe in email clients. */
export const useUnsubscribe = () =>
  useMutation({
    mutationFn: async (token: string) => {
      const { path, method } = unsubscribe.unsubscribe
      const reply = await fetch(addressOf(path, { query: { token } }), { method })
      if (!reply.ok) throw new Error('This link is incomplete. You can change your email settings in Preferences.')
      await queryClient.invalidateQueries({ queryKey: SESSION_KEY })
    },
  })
