-- Links for substitutes, their reports, the office, and templates that are emergency plans.
CREATE TABLE "sub_link_openings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sub_link_openings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"link_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"device" text NOT NULL,
	"is_new_device" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sub_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"made_by" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"report_token_hash" text NOT NULL,
	"sealed_report_token" text NOT NULL,
	"dates" json NOT NULL,
	"include" json NOT NULL,
	"message" text NOT NULL,
	"emergency_plan_id" uuid,
	"plan_hash" text NOT NULL,
	"ends_on" date NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "sub_links_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sub_links_reportTokenHash_unique" UNIQUE("report_token_hash")
);
--> statement-breakpoint
CREATE TABLE "sub_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"link_id" uuid,
	"key" text NOT NULL,
	"dates" json NOT NULL,
	"sealed" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"corrected_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"is_kept" boolean DEFAULT false NOT NULL,
	"shared_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "office_email" text;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "office_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "office_phone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "classroom" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sub_link_openings" ADD CONSTRAINT "sub_link_openings_link_id_sub_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."sub_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_links" ADD CONSTRAINT "sub_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_links" ADD CONSTRAINT "sub_links_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_links" ADD CONSTRAINT "sub_links_emergency_plan_id_templates_id_fk" FOREIGN KEY ("emergency_plan_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_reports" ADD CONSTRAINT "sub_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_reports" ADD CONSTRAINT "sub_reports_link_id_sub_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."sub_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sub_link_openings_of_link" ON "sub_link_openings" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "sub_links_of_teacher" ON "sub_links" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX "sub_links_of_maker" ON "sub_links" USING btree ("made_by","ends_at");--> statement-breakpoint
CREATE INDEX "sub_links_by_end" ON "sub_links" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sub_links_of_template" ON "sub_links" USING btree ("emergency_plan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sub_reports_once" ON "sub_reports" USING btree ("link_id","key");--> statement-breakpoint
CREATE INDEX "sub_reports_of_teacher" ON "sub_reports" USING btree ("user_id","received_at");--> statement-breakpoint
CREATE INDEX "sub_reports_by_age" ON "sub_reports" USING btree ("received_at");