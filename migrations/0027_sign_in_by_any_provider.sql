-- People sign in by any OpenID provider, known by its issuer and its id for them.
ALTER TABLE "users" DROP CONSTRAINT "users_guest_has_no_sign_in";--> statement-breakpoint
ALTER TABLE "google_arrivals" ADD COLUMN "provider" text DEFAULT 'google' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "oidc_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_oidcId_unique" UNIQUE("oidc_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_guest_has_no_sign_in" CHECK ("users"."email" is not null or ("users"."password_hash" is null and "users"."google_id" is null and "users"."oidc_id" is null));