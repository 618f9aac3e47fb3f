import { useState } from 'react'

/** Returns whether a call is pending, and a function that runs a call and tracks it. */
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
