import { useState } from 'react'

/** Whether a call is under way, and what makes one. */
export const usePending = (): [boolean, <T>(call: () => Promise<T>) => Promise<T>] => {
  const [isPending, setIsPending] = useState(false)
  const whilePending = async <T>(call: () => Promise<T>): Promise<T> => {
    setIsPending(true)
    try {
      return await call()
    } finally {
      setIsPending(false)
    }
  }
  return [isPending, whilePending]
}
