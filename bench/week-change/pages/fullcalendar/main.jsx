/** FullCalendar's time grid. It only has the week it shows, and features that our planner doesn't have are turned off. */
import FullCalendar from '@fullcalendar/react'
import classic from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { createRef } from 'react'
import { createRoot } from 'react-dom/client'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import { formatTime, preview } from '../../lessons.js'
import { boot, week } from '../../page.js'

let shown = 0
const calendar = createRef()
const plugins = [timeGrid, classic]

const eventsOf = ({ index, days }) =>
  days.flatMap(({ date, blocks }) =>
    blocks.map((block) => ({
      id: block.id,
      title: block.title,
      start: `${date}T${block.startTime}:00`,
      end: `${date}T${block.endTime}:00`,
      extendedProps: { block, index },
    })),
  )

const content = ({ event }) => {
  const { block, index } = event.extendedProps
  return (
    <div className="block" data-week={index} data-id={block.id}>
      <b>{block.title}</b>
      <i>
        {formatTime(block.startTime)} – {formatTime(block.endTime)}
      </i>
      <p>
        {preview(block.html).map((line, at) => (
          <span key={at} className="line">
            {line}
          </span>
        ))}
      </p>
    </div>
  )
}

boot({
  mount(element, index) {
    shown = index
    createRoot(element).render(
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        initialView="timeGridWeek"
        weekends={false}
        initialDate={week(index).monday}
        timeZone="UTC"
        events={(_range, done) => done(eventsOf(week(shown)))}
        eventContent={content}
        headerToolbar={false}
        allDaySlot={false}
        slotMinTime="08:00:00"
        slotMaxTime="16:00:00"
        height={636}
        expandRows
        slotEventOverlap={false}
        nowIndicator={false}
      />,
    )
  },
  show(index) {
    shown = index
    calendar.current.getApi().next()
  },
})
