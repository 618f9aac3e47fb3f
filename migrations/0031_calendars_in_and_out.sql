-- Calendar feeds, when a day changed, what an operation's caller sent, records unique within their calendar, and download links that keep a query.
CREATE TABLE "feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"class_id" uuid,
	"school_id" uuid,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"include" json NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_read_at" timestamp with time zone,
	"last_read_by" text,
	CONSTRAINT "feeds_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "feeds_one_a_subject" UNIQUE NULLS NOT DISTINCT("user_id","class_id","school_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_records" DROP CONSTRAINT "calendar_records_pkey";--> statement-breakpoint
ALTER TABLE "calendar_records" ADD CONSTRAINT "calendar_records_calendar_id_id_pk" PRIMARY KEY("calendar_id","id");--> statement-breakpoint
ALTER TABLE "calendar_days" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_operations" ADD COLUMN "request" text;--> statement-breakpoint
ALTER TABLE "download_links" ADD COLUMN "query" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;