-- The walking skeleton: people with their roles, plans and sessions, and a calendar whose every change can be taken back.
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"idle_expires_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"not_before" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"free_trial_started" timestamp with time zone NOT NULL,
	"ai_feature_flag" boolean DEFAULT false NOT NULL,
	"referral_credits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "subscriptions_status_known" CHECK ("subscriptions"."status" in ('TRIAL', 'TRIALEXPIRED', 'PROTEACHERACTIVE', 'PROTEACHEREXPIRED')),
	CONSTRAINT "subscriptions_credits_capped" CHECK ("subscriptions"."referral_credits" between 0 and 12)
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"school_administration" boolean DEFAULT false NOT NULL,
	"school_id" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"google_id" text,
	"display_name" text,
	"profile_image" text,
	"timezone" text NOT NULL,
	"preferences" json NOT NULL,
	"show_tutorial" boolean DEFAULT true NOT NULL,
	"ai_custom_instructions" text DEFAULT '' NOT NULL,
	"emergency_procedures" text DEFAULT '' NOT NULL,
	"student_notes" text DEFAULT '' NOT NULL,
	"substitute_instructions" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_googleId_unique" UNIQUE("google_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_day_images" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_day_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"date" date NOT NULL,
	"before" json
);
--> statement-breakpoint
CREATE TABLE "calendar_days" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"date" date NOT NULL,
	"is_blocked" boolean NOT NULL,
	"blocked_text" text,
	"has_note" boolean NOT NULL,
	"note_text" text,
	"blocks" json NOT NULL,
	"version" bigint NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "calendar_days_one_a_date" UNIQUE("owner_id","date"),
	CONSTRAINT "calendar_days_blocked_has_text" CHECK ("calendar_days"."is_blocked" = ("calendar_days"."blocked_text" is not null)),
	CONSTRAINT "calendar_days_note_has_text" CHECK ("calendar_days"."has_note" = ("calendar_days"."note_text" is not null)),
	CONSTRAINT "calendar_days_blocks_capped" CHECK (json_array_length("calendar_days"."blocks") <= 60)
);
--> statement-breakpoint
CREATE TABLE "calendar_operations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" bigint GENERATED ALWAYS AS IDENTITY (sequence name "calendar_operations_version_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_day_images" ADD CONSTRAINT "calendar_day_images_operation_id_calendar_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."calendar_operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_day_images" ADD CONSTRAINT "calendar_day_images_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_days" ADD CONSTRAINT "calendar_days_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_operations" ADD CONSTRAINT "calendar_operations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_unique" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "calendar_day_images_by_day" ON "calendar_day_images" USING btree ("owner_id","date","id");--> statement-breakpoint
CREATE INDEX "calendar_day_images_by_operation" ON "calendar_day_images" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "calendar_operations_by_age" ON "calendar_operations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "calendar_operations_by_owner" ON "calendar_operations" USING btree ("owner_id");