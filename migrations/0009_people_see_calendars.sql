-- Calendars are seen by more than their owner (docs/decisions/0025): invites between teachers, schools with calendars of their own, and what is written down of who looked.
CREATE TABLE "schools" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"timezone" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"act" text NOT NULL,
	"subject_id" uuid,
	"school_id" uuid
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"inviter_id" uuid NOT NULL,
	"invitee_id" uuid NOT NULL,
	"status" text NOT NULL,
	"includes_student_notes" boolean DEFAULT false NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "invites_one_a_pair" UNIQUE("inviter_id","invitee_id"),
	CONSTRAINT "invites_status_known" CHECK ("invites"."status" in ('waiting', 'accepted', 'declined', 'revoked', 'deleted')),
	CONSTRAINT "invites_of_two" CHECK ("invites"."inviter_id" <> "invites"."invitee_id"),
	CONSTRAINT "invites_notes_while_accepted" CHECK ("invites"."status" = 'accepted' or not "invites"."includes_student_notes")
);
--> statement-breakpoint
CREATE TABLE "school_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"email" text NOT NULL,
	"status" text NOT NULL,
	"invited_by" uuid,
	"invited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "school_invitations_one_an_address" UNIQUE("email","school_id"),
	CONSTRAINT "school_invitations_status_known" CHECK ("school_invitations"."status" in ('waiting', 'declined'))
);
--> statement-breakpoint
ALTER TABLE "calendars" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "user_roles" ALTER COLUMN "school_id" SET DATA TYPE uuid USING "school_id"::uuid;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "school_id" uuid;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "joined_school_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "school_gets_student_notes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_invitee_id_users_id_fk" FOREIGN KEY ("invitee_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_invitations" ADD CONSTRAINT "school_invitations_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_invitations" ADD CONSTRAINT "school_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_by_age" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_looks" ON "audit_log" USING btree ("subject_id","at") WHERE "audit_log"."act" in ('school.looked', 'school.planned');--> statement-breakpoint
CREATE INDEX "invites_by_invitee" ON "invites" USING btree ("invitee_id");--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_roles_by_school" ON "user_roles" USING btree ("school_id") WHERE "user_roles"."school_id" is not null;--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_school_id_unique" UNIQUE("school_id");--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_one_owner" CHECK (num_nonnulls("calendars"."user_id", "calendars"."school_id") = 1);--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_joined_with_school" CHECK (("user_roles"."school_id" is null) = ("user_roles"."joined_school_at" is null));--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_rights_with_school" CHECK ("user_roles"."school_id" is not null or not ("user_roles"."school_administration" or "user_roles"."school_gets_student_notes"));--> statement-breakpoint
CREATE FUNCTION "keep_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	if tg_op = 'DELETE' and old.at < now() - interval '12 months' then
		return old;
	end if;
	raise exception 'The audit log only grows';
end $$;--> statement-breakpoint
CREATE TRIGGER "audit_log_rows_stay" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "keep_audit_log"();--> statement-breakpoint
CREATE TRIGGER "audit_log_stays" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_log"();
