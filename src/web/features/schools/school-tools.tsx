import { Menu } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'

const TOOLS = <Menu className="size-[17px]" />
const TabsPart = lazyPart(async () => (await import('#web/features/calendar/planner-aside-tabs.tsx')).PlannerAsideTabs)

/** Opens the right sidebar's content as a sheet, on screens without room for the sidebar. */
export const SchoolTools = ({ today }: { today: string }) => {
  const isWide = useMedia(WIDE_SCREEN)
  const [isOpen, setIsOpen] = useState(false)
  if (isWide) return null
  return (
    <>
      <Button size="sm" icon={TOOLS} aria-haspopup="dialog" data-opens="tools" onClick={() => setIsOpen(true)}>
        Tools
      </Button>
      {isOpen && (
        <Drawer title="Tools" side="right" onClose={() => setIsOpen(false)}>
          <div className="px-4 pb-6">
            <Suspense>
              <TabsPart today={today} isStrip={false} onExpand={() => setIsOpen(false)} />
            </Suspense>
          </div>
        </Drawer>
      )}
    </>
  )
}
