-- A guest is a person without an e-mail address: they try Firstbell, and are deleted after three days unless they sign up.
ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "users_guests_by_age" ON "users" USING btree ("created_at") WHERE "users"."email" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_guest_has_no_sign_in" CHECK ("users"."email" is not null or ("users"."password_hash" is null and "users"."google_id" is null));