-- Administrators are told when membership or rights in their school change, and not of what a teacher shares with it: each press on that switch asked anew what every administrator may see.
CREATE OR REPLACE FUNCTION "announce_role"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
	was "user_roles"%rowtype;
	is_now "user_roles"%rowtype;
	administrators uuid[];
begin
	if tg_op <> 'INSERT' then was := old; end if;
	if tg_op <> 'DELETE' then is_now := new; end if;
	if (was.school_id, was.school_administration) is distinct from (is_now.school_id, is_now.school_administration) then
		administrators := array(
			select r.user_id from user_roles r where r.school_administration and r.school_id in (was.school_id, is_now.school_id));
	end if;
	perform announce_people(array[coalesce(is_now.user_id, was.user_id)] || administrators);
	return null;
end $$;
