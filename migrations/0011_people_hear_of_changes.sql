-- Whoever may see or do something else from now on is told (docs/decisions/0026): by the tables that say so, whichever way they were changed.
CREATE FUNCTION "announce_people"("ids" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
declare
	part uuid[];
begin
	-- A message is less than 8,000 bytes.
	while cardinality(ids) > 0 loop
		part := ids[1:150];
		ids := ids[151:];
		perform pg_notify('firstbell', json_build_object('kind', 'people', 'ids', part)::text);
	end loop;
end $$;--> statement-breakpoint
CREATE FUNCTION "announce_session_end"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	perform announce_people(array[old.user_id]);
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "sessions_end" AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION "announce_session_end"();--> statement-breakpoint
CREATE FUNCTION "announce_invite"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	if tg_op = 'DELETE' then
		perform announce_people(array[old.inviter_id, old.invitee_id]);
	else
		perform announce_people(array[new.inviter_id, new.invitee_id]);
	end if;
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "invites_change" AFTER INSERT OR UPDATE OR DELETE ON "invites" FOR EACH ROW EXECUTE FUNCTION "announce_invite"();--> statement-breakpoint
CREATE FUNCTION "announce_role"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
	was "user_roles"%rowtype;
	is_now "user_roles"%rowtype;
begin
	if tg_op <> 'INSERT' then was := old; end if;
	if tg_op <> 'DELETE' then is_now := new; end if;
	perform announce_people(array[coalesce(is_now.user_id, was.user_id)] || array(
		select r.user_id from user_roles r where r.school_administration and r.school_id in (was.school_id, is_now.school_id)));
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "user_roles_change" AFTER UPDATE OR DELETE ON "user_roles" FOR EACH ROW EXECUTE FUNCTION "announce_role"();--> statement-breakpoint
CREATE FUNCTION "announce_school_invitation"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
	invitation "school_invitations"%rowtype;
begin
	if tg_op = 'DELETE' then invitation := old; else invitation := new; end if;
	perform announce_people(array(
		select u.id from users u where u.email = invitation.email
		union select r.user_id from user_roles r where r.school_administration and r.school_id = invitation.school_id));
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "school_invitations_change" AFTER INSERT OR UPDATE OR DELETE ON "school_invitations" FOR EACH ROW EXECUTE FUNCTION "announce_school_invitation"();
