-- After a recovery to an earlier time: lists, as statements, all access that was ended in the newer database.
-- Run it on the newer database, and its output on the recovered one (docs/recovery.md). It never gives access to anyone.
select format(
    'update invites set status = %L, includes_student_notes = false where inviter_id = %L and invitee_id = %L and status = ''accepted'';',
    status, inviter_id, invitee_id)
  from invites where status in ('revoked', 'deleted');
select format('update sub_links set revoked_at = %L where id = %L;', revoked_at, id) from sub_links where revoked_at is not null;
select format('delete from feeds where id <> all (%L::uuid[]);', coalesce(array_agg(id), '{}')) from feeds;
select format(
    'update user_roles set is_admin = is_admin and %L, school_administration = school_administration and %L where user_id = %L;',
    is_admin, school_administration, user_id)
  from user_roles;
select format(
    'update user_roles set school_id = null, joined_school_at = null, school_administration = false, school_gets_student_notes = false where user_id = %L and school_id is distinct from %L;',
    user_id, school_id)
  from user_roles;
