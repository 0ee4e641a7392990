from django.urls import path

from oauth import views

urlpatterns = [
    path("sign-in", views.sign_in, name="sign-in"),
    path("sign-in/link/<str:secret>", views.sign_in_link, name="sign-in-link"),
    path("sign-out", views.sign_out, name="sign-out"),
]
