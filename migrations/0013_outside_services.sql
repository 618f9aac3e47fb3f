-- People sign in with Google, pick files of their Drive and let AI write: what each needs kept, and who has had a trial.
CREATE TABLE "past_trials" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"free_trial_started" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"month" text NOT NULL,
	"reserved" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"used" integer,
	CONSTRAINT "ai_answers_settled" CHECK (("ai_answers"."settled_at" is null) = ("ai_answers"."used" is null)),
	CONSTRAINT "ai_answers_used_reserved" CHECK ("ai_answers"."used" is null or "ai_answers"."used" between 0 and "ai_answers"."reserved")
);
--> statement-breakpoint
CREATE TABLE "ai_months" (
	"user_id" uuid NOT NULL,
	"month" text NOT NULL,
	"allowance" bigint NOT NULL,
	"used" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ai_months_user_id_month_pk" PRIMARY KEY("user_id","month"),
	CONSTRAINT "ai_months_within_allowance" CHECK ("ai_months"."used" >= 0 and "ai_months"."reserved" >= 0 and "ai_months"."used" + "ai_months"."reserved" <= "ai_months"."allowance")
);
--> statement-breakpoint
CREATE TABLE "drive_grants" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"refresh_token" text NOT NULL,
	"granted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "google_arrivals" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"sub" text NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"purpose" text,
	"user_id" uuid,
	"session_id" uuid,
	"timezone" text,
	"ref" text,
	"stage" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "google_arrivals_purpose_with_person" CHECK (("google_arrivals"."purpose" is null) = ("google_arrivals"."user_id" is null))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ai_answers" ADD CONSTRAINT "ai_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_months" ADD CONSTRAINT "ai_months_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_grants" ADD CONSTRAINT "drive_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_arrivals" ADD CONSTRAINT "google_arrivals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "past_trials_by_age" ON "past_trials" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "ai_answers_open" ON "ai_answers" USING btree ("expires_at") WHERE "ai_answers"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "ai_answers_by_month" ON "ai_answers" USING btree ("user_id","month");--> statement-breakpoint
CREATE INDEX "google_arrivals_by_end" ON "google_arrivals" USING btree ("expires_at");