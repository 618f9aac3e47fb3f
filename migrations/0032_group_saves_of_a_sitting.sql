-- Groups the saves of one sitting into one change, such as those of a lesson that saves itself as its teacher types.
ALTER TABLE "calendar_operations" ADD COLUMN "sitting" uuid;--> statement-breakpoint
ALTER TABLE "calendar_operations" ADD COLUMN "sitting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "calendar_operations" ADD COLUMN "continues" uuid;--> statement-breakpoint
CREATE INDEX "calendar_operations_by_sitting" ON "calendar_operations" USING btree ("calendar_id","sitting") WHERE "calendar_operations"."sitting" is not null and "calendar_operations"."continues" is null;