/**
 * The expected status of each call for each kind of caller. A call without a row here fails authorisation.test.ts.
 *
 * - `nobody`: no token, a made-up token, or the token of an ended session or a deleted user.
 * - `teacher`: signed in with an active plan, on their own data. `ended`: the same with an expired plan.
 * - For calls with an id, made by a teacher: `another's` (a colleague's), `gone` (their own, deleted), `random` (nonexistent), `malformed`
 *   (not an id). Another user's object returns 404, like a nonexistent one.
 */
const AUTHORISATION = `
call                                          nobody  teacher  ended  another's  gone  random  malformed
GET    /api/health                            200     200      200
GET    /api/health/live                       200     200      200
GET    /api/health/ready                      200     200      200
GET    /api/openapi.json                      200     200      200
GET    /api/settings                          200     200      200
POST   /api/auth/register                     201     201      201
POST   /api/auth/guest                        201     201      201
POST   /api/auth/guest/sign-up                401     403      403
POST   /api/auth/login                        401     401      401
GET    /api/auth/google                       503     503      503
POST   /api/auth/google                       401     503      503
GET    /api/auth/google/callback              503     503      503
GET    /api/auth/oidc                         503     503      503
POST   /api/auth/oidc                         401     503      503
GET    /api/auth/oidc/callback                503     503      503
POST   /api/auth/join                         404     404      404
POST   /api/auth/exchange                     404     404      404
POST   /api/auth/forgot-password              503     503      503
POST   /api/auth/reset-password               404     404      404
POST   /api/auth/set-password                 401     422      422
DELETE /api/user/google                       401     200      200
DELETE /api/user/oidc                         401     200      200
POST   /api/auth/logout                       401     200      200
POST   /api/auth/proof                        401     204      204
POST   /api/auth/change-password              401     200      200
GET    /api/auth/sessions                     401     200      200
DELETE /api/auth/sessions                     401     200      200
DELETE /api/auth/sessions/:id                 401     200      200    404        404   404     400
GET    /api/user                              401     200      200
PATCH  /api/user                              401     200      402
POST   /api/user/delete                       401     200      200
POST   /api/user/export                       401     200      200
GET    /api/exports                           401     200      200
GET    /api/downloads/:token                  404     404      404
POST   /api/user/confirm-address              401     503      503
POST   /api/mail/confirm                      404     404      404
POST   /api/mail/confirm-office               404     404      404
GET    /api/mail/unsubscribe                  303     303      303
POST   /api/mail/unsubscribe                  404     404      404
GET    /api/user/storage                      401     200      200
GET    /api/calendar                          401     200      200
GET    /api/calendar/marks                    401     200      200
GET    /api/calendar/history                  401     200      200
GET    /api/calendar/operations               401     200      200
GET    /api/calendar/search                   401     200      200
GET    /api/calendar/sketches                 401     200      200
POST   /api/calendar                          401     200      402
POST   /api/calendar/days                     401     200      402
POST   /api/calendar/bulk                     401     200      402
POST   /api/calendar/repeat                   401     200      402
GET    /api/calendar/closures                 401     200      200
GET    /api/calendar/school-closures          401     200      200
POST   /api/calendar/closures/preview         401     200      200
POST   /api/calendar/closures                 401     200      402
POST   /api/calendar/openings/preview         401     200      200
POST   /api/calendar/openings                 401     200      402
PUT    /api/calendar/:id                      401     200      402    404        404   404     400
PATCH  /api/calendar/:id                      401     200      402    404        404   404     400
DELETE /api/calendar/:id                      401     200      402    404        404   404     400
POST   /api/calendar/:id/save-as-template     401     201      402    404        404   404     400
POST   /api/calendar/operations/:id/undo      401     200      402    404        404   404     400
GET    /api/time-block-templates              401     200      200
GET    /api/time-block-templates/:id          401     200      200    404        404   404     400
POST   /api/time-block-templates              401     201      402
PUT    /api/time-block-templates/:id          401     200      402    404        404   404     400
DELETE /api/time-block-templates/:id          401     200      402    404        404   404     400
GET    /api/daily-templates                   401     200      200
POST   /api/daily-templates                   401     201      402
PUT    /api/daily-templates/:id               401     200      402    404        404   404     400
POST   /api/daily-templates/:id/apply         401     200      402    404        404   404     400
PUT    /api/daily-templates/:id/emergency-plan  401   200      402    404        404   404     400
DELETE /api/daily-templates/:id               401     200      402    404        404   404     400
GET    /api/weekly-templates                  401     200      200
POST   /api/weekly-templates                  401     201      402
PUT    /api/weekly-templates/:id              401     200      402    404        404   404     400
POST   /api/weekly-templates/:id/apply        401     200      402    404        404   404     400
DELETE /api/weekly-templates/:id              401     200      402    404        404   404     400
POST   /api/templates/:id/restore             401     200      402    404        404   404     400
POST   /api/templates/import                  401     200      402
GET    /api/classes                           401     200      200
POST   /api/classes                           401     201      402
POST   /api/classes/lessons                   401     200      402
PATCH  /api/classes/:id                       401     200      402    404        404   404     400
DELETE /api/classes/:id                       401     200      402    404        404   404     400
GET    /api/classes/:id/lessons               401     200      200    404        404   404     400
GET    /api/timetables                        401     200      200
GET    /api/timetables/outline                401     200      200
GET    /api/timetables/school-change          401     200      200
POST   /api/timetables/:id/school-change      401     409      402    404        404   404     400
POST   /api/timetables/preview                401     200      200
POST   /api/timetables                        401     201      402
POST   /api/timetables/:id/versions/:date/preview  401  200  200    404        404   404     400
PUT    /api/timetables/:id/versions/:date     401     200      402    404        404   404     400
POST   /api/timetables/later-lessons          401     404      402
PUT    /api/calendar/cycle-days/:date         401     200      402
POST   /api/calendar/year-copies/preview      401     404      404
POST   /api/calendar/year-copies              401     404      402
POST   /api/imports/preview                   401     200      200
POST   /api/imports                           401     200      402
POST   /api/calendar/moves/preview            401     404      404
POST   /api/calendar/moves                    401     404      402
GET    /api/unplaced                          401     200      200
POST   /api/unplaced/:id/place                401     200      402    404        404   404     400
DELETE /api/unplaced/:id                      401     200      402    404        404   404     400
GET    /api/bell-schedules                    401     200      200
POST   /api/bell-schedules                    401     201      402
PATCH  /api/bell-schedules/:id                401     200      402    404        404   404     400
DELETE /api/bell-schedules/:id                401     200      402    404        404   404     400
POST   /api/calendar/short-days/preview       401     200      200
POST   /api/calendar/short-days               401     200      402
DELETE /api/calendar/short-days/:date         401     404      402
POST   /api/sub-plans/generate                401     200      200
POST   /api/sub-links                         401     201      422
GET    /api/sub-links                         401     200      200
PATCH  /api/sub-links/:id                     401     200      422    404        404   404     400
DELETE /api/sub-links/:id                     401     200      200    404        404   404     400
POST   /api/sub-links/:id/send                401     503      503    404        404   404     400
POST   /api/feeds                             401     200      200
GET    /api/feeds                             401     200      200
PATCH  /api/feeds/:id                         401     200      200    404        404   404     400
DELETE /api/feeds/:id                         401     200      200    404        404   404     400
POST   /api/feeds/:id/renew                   401     200      200    404        404   404     400
POST   /s/:token/opened                       404     404      404
POST   /s/:token/report                       404     404      404
PUT    /s/:token/report/:id                   404     404      404    404        404   404     400
GET    /api/sub-reports                       401     200      200
PATCH  /api/sub-reports/:id                   401     200      200    404        404   404     400
POST   /api/sub-reports/:id/share             401     503      503    404        404   404     400
GET    /api/live                              401     200      200
GET    /api/live/versions                     401     200      200
GET    /api/drive/token                       401     503      402
POST   /api/drive/clear-tokens                401     403      403
POST   /api/collaboration/invite              401     201      402
GET    /api/collaboration/outbound-invites    401     200      200
GET    /api/collaboration/inbound-invites     401     200      200
POST   /api/collaboration/accept/:id          401     200      200    404        404   404     400
POST   /api/collaboration/decline/:id         401     200      200    404        404   404     400
DELETE /api/collaboration/outbound-invite/:id 401     200      200    404        404   404     400
PATCH  /api/collaboration/outbound-invite/:id 401     200      200    404        404   404     400
POST   /api/collaboration/revoke-outbound/:id 401     200      200    404        404   404     400
POST   /api/collaboration/revoke-inbound/:id  401     200      200    404        404   404     400
GET    /api/school                            401     200      200
PATCH  /api/school                            401     404      404
POST   /api/school/leave                      401     404      404
POST   /api/school/invitations/:id/accept     401     200      200    404        404   404     400
POST   /api/school/invitations/:id/decline    401     200      200    404        404   404     400
GET    /api/school/looks                      401     200      200
GET    /api/school/year                       401     200      200
PUT    /api/school/year                       401     403      403
GET    /api/billing                           200     200      200
POST   /api/billing/portal                    401     503      503
POST   /api/billing/confirm                   401     503      503
POST   /api/billing/webhook                   503     503      503
POST   /api/create-checkout-session           401     503      503
GET    /api/referral/info                     401     200      200
GET    /api/subscription/status               401     200      200
GET    /api/ai/status                         401     200      200
POST   /api/ai/generate                       401     503      402
POST   /api/ai/generate/stream                401     503      402
POST   /api/ai/preview                        401     503      402
GET    /api/admin/analytics                   401     403      403
GET    /api/admin/users/:page/:pageSize       401     403      403
GET    /api/admin/search                      401     403      403
GET    /api/admin/users/:userId               401     403      403
PATCH  /api/admin/users/:userId/admin         401     403      403
PATCH  /api/admin/users/:userId/plan          401     403      403
POST   /api/admin/users/:userId/credits       401     403      403
POST   /api/admin/users/:userId/password-link 401     403      403
DELETE /api/admin/users/:userId/sessions/:sessionId  401  403  403
DELETE /api/admin/users/:userId/sessions      401     403      403
POST   /api/admin/users/:userId/delete        401     403      403
GET    /api/admin/maintenance                 401     403      403
PUT    /api/admin/maintenance                 401     403      403
DELETE /api/admin/maintenance                 401     403      403
GET    /api/admin/security                    401     403      403
GET    /api/admin/security/events             401     403      403
GET    /api/admin/system                      401     403      403
GET    /api/admin/history                     401     403      403
POST   /api/admin/backup/create               401     403      403
GET    /api/admin/backups                     401     403      403
GET    /api/admin/backups/:name               401     403      403
GET    /api/admin/schools                     401     403      403
POST   /api/admin/schools                     401     403      403
GET    /api/admin/schools/:schoolId           401     403      403
PATCH  /api/admin/schools/:schoolId           401     403      403
PATCH  /api/admin/schools/:schoolId/members/:userId             401  403  403
DELETE /api/admin/schools/:schoolId/members/:userId             401  403  403
POST   /api/admin/schools/:schoolId/invitations                 401  403  403
DELETE /api/admin/schools/:schoolId/invitations/:invitationId   401  403  403
GET    /api/admin/email                       401     403      403
POST   /api/admin/email/test                  401     403      403
POST   /api/admin/email/campaigns             401     403      403
POST   /api/admin/email/campaigns/:campaignId/stop  401     403      403
GET    /api/admin/configuration               401     403      403
POST   /api/admin/export/csv                  401     403      403
POST   /api/admin/export/json                 401     403      403
POST   /api/admin/bulk-update/preview         401     403      403
POST   /api/admin/bulk-update                 401     403      403
GET    /api/admin/teachers                    401     403      403
GET    /api/admin/teachers/:id                401     403      403    403        403   403     403
PATCH  /api/admin/teachers/:id                401     403      403    403        403   403     403
DELETE /api/admin/teachers/:id                401     403      403    403        403   403     403
POST   /api/admin/teachers/:id/confirm-address  401   403      403    403        403   403     403
GET    /api/admin/teacher-calendar/:id        401     403      403    403        403   403     403
GET    /api/admin/teacher-calendar/:id/marks  401     403      403    403        403   403     403
POST   /api/admin/sub-plans/generate/:id      401     403      403    403        403   403     403
PATCH  /api/admin/school-office               401     403      403
PATCH  /api/admin/school-devices              401     403      403
POST   /api/admin/school-office/confirm-address  401  403      403
GET    /api/admin/school-invitations          401     403      403
POST   /api/admin/school-invitations          401     403      403
POST   /api/admin/school-invitations/bulk     401     403      403
POST   /api/admin/school-invitations/:id/resend  401  403      403    403        403   403     403
DELETE /api/admin/school-invitations/:id      401     403      403    403        403   403     403
`

/**
 * The expected status of each call about Ann's calendar or identity, by the caller's relationship to her.
 *
 * - `nobody`: not signed in. `herself`: Ann. `stranger`: any other teacher. `guest`: a guest account. `platform`: a platform admin.
 * - `accepted`, `waiting`, `declined`, `revoked`, `deleted`: a teacher Ann invited, by the state of the invite.
 * - `ended`: accepted, with an expired plan. `shows`: shares their calendar with Ann, but can't see hers.
 * - `principal`: an administrator of Ann's school. `member`: another teacher at that school. `elsewhere`: an administrator of another
 *   school.
 * - `random`, `malformed`: the administrator of Ann's school, with a nonexistent user or a malformed id or email address.
 */
const OTHERS = `
call                                              nobody  herself  accepted  ended  shows  waiting  declined  revoked  deleted  stranger  guest  platform  principal  member  elsewhere  random  malformed
GET    /api/user/by-email/:email                  401     200      200       200    200    404      404       404      404      404       404    404       404        404     404        404     400
GET    /api/collaboration/view/:userId            401     404      200       200    404    404      404       404      404      404       404    404       404        404     404        404     400
GET    /api/collaboration/calendar/:userId        401     404      200       200    404    404      404       404      404      404       404    404       404        404     404        404     400
GET    /api/collaboration/calendar/:userId/marks  401     404      200       200    404    404      404       404      404      404       404    404       404        404     404        404     400
POST   /api/collaboration/sub-plans/generate      401     404      200       200    404    404      404       404      404      404       404    404       404        404     404        404     400
GET    /api/admin/teachers/:id                    401     403      403       403    403    403      403       403      403      403       403    404       200        403     404        404     400
GET    /api/admin/teacher-calendar/:id            401     403      403       403    403    403      403       403      403      403       403    404       200        403     404        404     400
GET    /api/admin/teacher-calendar/:id/marks      401     403      403       403    403    403      403       403      403      403       403    404       200        403     404        404     400
POST   /api/admin/sub-plans/generate/:id          401     403      403       403    403    403      403       403      403      403       403    404       200        403     404        404     400
`

/**
 * The expected status of each call about a school, and of calendar calls about the school's calendar.
 *
 * - `administrator`: of the school. `ended`: the same with an expired plan. `member`: another teacher at the school.
 * - `former`: a former administrator who has left. `elsewhere`: an administrator of another school. `platform`: a platform admin.
 * - `left`: the administrator, acting on a teacher who has left the school or on a deleted object.
 */
const SCHOOLS = `
call                                       nobody  administrator  ended  member  former  elsewhere  platform  guest  left
GET    /api/admin/teachers                 401     200            200    403     403     200        404       403
PATCH  /api/admin/teachers/:id             401     200            200    403     403     404        404       403    404
DELETE /api/admin/teachers/:id             401     200            200    403     403     404        404       403    404
POST   /api/admin/teachers/:id/confirm-address  401  422          422    403     403     404        404       403    404
PATCH  /api/admin/school-office            401     200            200    403     403     200        404       403
PATCH  /api/admin/school-devices           401     200            200    403     403     200        404       403
POST   /api/admin/school-office/confirm-address  401  422         422    403     403     422        404       403
GET    /api/admin/school-invitations       401     200            200    403     403     200        404       403
POST   /api/admin/school-invitations       401     201            201    403     403     201        404       403
POST   /api/admin/school-invitations/bulk  401     200            200    403     403     200        404       403
POST   /api/admin/school-invitations/:id/resend  401  200         200    403     403     404        404       403    404
DELETE /api/admin/school-invitations/:id   401     200            200    403     403     404        404       403    404
PUT    /api/school/year                    401     200            200    403     403     200        404       403
GET    /api/calendar                       401     200            200    404     404     200        404       404
GET    /api/calendar/marks                 401     200            200    404     404     200        404       404
GET    /api/calendar/history               401     200            200    404     404     200        404       404
POST   /api/calendar                       401     200            200    404     404     404        404       404
POST   /api/calendar/days                  401     200            200    404     404     404        404       404
POST   /api/calendar/bulk                  401     200            200    404     404     404        404       404
PUT    /api/calendar/:id                   401     200            200    404     404     404        404       404    404
PATCH  /api/calendar/:id                   401     200            200    404     404     404        404       404    404
DELETE /api/calendar/:id                   401     200            200    404     404     404        404       404    404
POST   /api/calendar/operations/:id/undo   401     200            200    404     404     404        404       404    404
`

/** Returns statuses by `METHOD /api/path` and column. Omits empty cells. */
const read = (table: string): Map<string, Record<string, number>> => {
  const [head = '', ...lines] = table.trim().split('\n')
  const columns = head
    .trim()
    .split(/\s{2,}/)
    .slice(1)
  return new Map(
    lines.map((line) => {
      const [method, url, ...statuses] = line.trim().split(/\s+/)
      return [`${method} ${url}`, Object.fromEntries(statuses.map((status, place) => [columns[place] ?? '?', Number(status)]))]
    }),
  )
}

export const expectedStatuses = read(AUTHORISATION)
/** The expected statuses of calls about another teacher's calendar. */
export const expectedOfOthers = read(OTHERS)
/** The expected statuses of calls about a school. */
export const expectedOfSchools = read(SCHOOLS)

/** The statuses for a guest that differ from a teacher's. */
export const GUESTS: Record<string, number> = {
  'POST /api/auth/guest/sign-up': 200,
  'POST /api/auth/proof': 403,
  'POST /api/auth/change-password': 403,
  'POST /api/auth/set-password': 403,
  'POST /api/user/confirm-address': 403,
  'POST /api/collaboration/invite': 403,
  'POST /api/sub-links/:id/send': 403,
  'POST /api/sub-reports/:id/share': 403,
  'POST /api/sub-links': 403,
  'POST /api/feeds': 403,
  'GET /api/referral/info': 403,
  'GET /api/drive/token': 403,
  // Guests can't be invited.
  'POST /api/collaboration/accept/:id': 404,
  'POST /api/collaboration/decline/:id': 404,
  'DELETE /api/collaboration/outbound-invite/:id': 404,
  'PATCH /api/collaboration/outbound-invite/:id': 404,
  'POST /api/collaboration/revoke-outbound/:id': 404,
  'POST /api/collaboration/revoke-inbound/:id': 404,
  // Guests have no email address, so schools can't invite them.
  'POST /api/school/invitations/:id/accept': 403,
  'POST /api/school/invitations/:id/decline': 404,
}
