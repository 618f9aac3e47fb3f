import { useMutation } from '@tanstack/react-query'
import { passwordReset } from '#shared/accounts/reset/contract.ts'
import { mail } from '#shared/mail/contract.ts'
import { addressOf, client } from '#web/lib/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'

const api = client({ ...passwordReset, ...mail })

/** Has a link for a new password sent. */
export const useForgotPassword = () => useMutation({ mutationFn: (email: string) => api.forgotPassword({ body: { email } }) })

/** Sets a new password by the token of a link, which ends every session of the account. */
export const useResetPassword = () =>
  useMutation({ mutationFn: (by: { token: string; newPassword: string }) => api.resetPassword({ body: by }) })

/** Has a link sent that confirms the address of the signed-in person. */
export const askToConfirm = () => api.askToConfirm()
export const useAskToConfirm = () => useMutation({ mutationFn: askToConfirm })

/** Confirms an address by the token of a link. */
export const useConfirmAddress = () =>
  useMutation({
    mutationFn: (token: string) => api.confirmAddress({ body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SESSION_KEY }),
  })

/** Ends the mail that is not about the account, by the token of a link: as mail programs do it, so without a body. */
export const useUnsubscribe = () =>
  useMutation({
    mutationFn: async (token: string) => {
      const { path, method } = mail.unsubscribe
      const reply = await fetch(addressOf(path, { query: { token } }), { method })
      if (!reply.ok) throw new Error('This link is not whole. Choose in Preferences which mail you get.')
      await queryClient.invalidateQueries({ queryKey: SESSION_KEY })
    },
  })
