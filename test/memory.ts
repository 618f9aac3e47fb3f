import v8 from 'node:v8'
import vm from 'node:vm'

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

/** Returns the size of this thread's heap after garbage collection, in megabytes. */
export const heapMegabytes = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 1024 ** 2
}
