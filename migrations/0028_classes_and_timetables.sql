-- A calendar has classes, timetables and unplaced lessons, which operations change together with days.
CREATE TABLE "calendar_record_images" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_record_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation_id" uuid NOT NULL,
	"calendar_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"before" json,
	"bytes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"calendar_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content" json NOT NULL,
	"bytes" integer NOT NULL,
	"operation_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar_record_images" ADD CONSTRAINT "calendar_record_images_operation_id_calendar_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."calendar_operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_record_images" ADD CONSTRAINT "calendar_record_images_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_records" ADD CONSTRAINT "calendar_records_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_record_images_by_record" ON "calendar_record_images" USING btree ("calendar_id","record_id","id");--> statement-breakpoint
CREATE INDEX "calendar_record_images_by_operation" ON "calendar_record_images" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "calendar_records_by_calendar" ON "calendar_records" USING btree ("calendar_id","kind");