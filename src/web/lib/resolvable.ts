/** Returns a promise and the function that resolves it. `Promise.withResolvers` is too new for some school browsers. */
export const resolvable = <T = void>(): { promise: Promise<T>; resolve: (value: T) => void } => {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
